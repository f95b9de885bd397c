import type { ApiRequest, Credentials } from '../console/api-request.ts';
import { type Entry, exampleOf } from './openapi.ts';

/** A request that works, made from the examples in the document. A test sends each of them. */
export function exampleRequest({ path, method, operation }: Entry, credentials: Credentials): ApiRequest {
  const required = (operation.parameters ?? []).filter((parameter) => parameter.required);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = required.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(String(parameter === undefined ? name : exampleOf(parameter)));
  });
  const query = new URLSearchParams(
    required
      .filter((parameter) => parameter.in === 'query')
      .map((parameter): [string, string] => [parameter.name, String(exampleOf(parameter))]),
  ).toString();
  const content = operation.requestBody?.content['application/json'];
  const body = content === undefined ? null : ((exampleOf(content) ?? {}) as Record<string, unknown>);
  const isOpen = operation.security?.length === 0;
  return {
    method: method as ApiRequest['method'],
    path: `${filled}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(!isOpen && { 'X-Client-Id': credentials.clientId, 'X-Api-Key': credentials.apiKey }),
      ...(body !== null && { 'Content-Type': 'application/json' }),
    },
    body,
  };
}
