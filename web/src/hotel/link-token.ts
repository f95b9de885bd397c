let token = '';

/**
 * Returns the token after # in a link. The function removes the token from the address bar and the browser history, so
 * that the next person at the computer does not find the token. React may call this function twice, so a second call
 * returns the same token.
 */
export function takeLinkToken(): string {
  if (location.hash.length > 1) {
    token = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return token;
}
