let token = '';

/**
 * The token behind # of a link. It leaves the address bar and the history of the browser as soon as it is read: the next
 * person at the computer must not find it there. React may read it twice.
 */
export function takeLinkToken(): string {
  if (location.hash.length > 1) {
    token = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return token;
}
