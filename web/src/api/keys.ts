export interface KeyPair {
  clientId: string;
  apiKey: string;
}

/**
 * The credentials of a partner. A hotel tester is a partner that also has a private hotel, and credentials for the
 * hotel system of this hotel.
 */
export interface Credentials extends KeyPair {
  supply?: KeyPair;
  hotel?: { public_id: string; name_en: string; name_ar: string };
}

// biome-ignore lint/suspicious/noExplicitAny: a response of the service has no type.
export function credentialsOf({ client_id, api_key, supply, hotel }: any): Credentials {
  const own = { clientId: client_id, apiKey: api_key };
  if (supply === undefined) return own;
  return { ...own, hotel, supply: { clientId: supply.client_id, apiKey: supply.api_key } };
}
