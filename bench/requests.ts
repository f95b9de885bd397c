type Headers = Record<string, string>;

/** Builds the bytes of an HTTP request. */
export function getRequest(path: string, headers: Headers): Buffer {
  return Buffer.from(`${head('GET', path, headers)}\r\n\r\n`);
}

export function postRequest(path: string, headers: Headers, body: unknown): Buffer {
  const text = JSON.stringify(body);
  const length = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
  return Buffer.from(`${head('POST', path, { ...length, ...headers })}\r\n\r\n${text}`);
}

function head(method: string, path: string, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n');
}
