let token = '';

/**
 * Returns the token after # in a link. It removes the token from the address bar and the browser history, because the
 * next person at the computer must not find it. React may call this twice.
 */
export function takeLinkToken(): string {
  if (location.hash.length > 1) {
    token = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return token;
}
