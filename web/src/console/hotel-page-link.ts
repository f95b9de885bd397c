import type { Role } from '../../../src/http/hotel-page/hotel-api.ts';
import type { KeyPair } from '../api/keys.ts';
import { send } from '../api/request.ts';

const LINKS_PATH = '/supply/v1/sandbox/page-links';

/** Requests a one-time address of the private hotel's page. After an error the address is null, and `code` is set. */
export async function linkToHotelPage(
  keys: KeyPair,
  role: Role,
): Promise<{ address: string | null; code: string }> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Client-Id': keys.clientId,
    'X-Api-Key': keys.apiKey,
  };
  const response = await send({ method: 'POST', path: LINKS_PATH, headers, body: { role } });
  if (response?.status !== 200) return { address: null, code: response?.body?.error?.code ?? '' };
  // The host and port that the reader uses may differ from the configured address.
  const { pathname, hash } = new URL(response.body.data.url);
  return { address: `${location.origin}${pathname}${hash}`, code: '' };
}

/** Whether somebody is signed in at this hotel. All tabs of a browser share one session. */
export async function isSignedInAt(hotelId: string): Promise<boolean> {
  const response = await send({ method: 'GET', path: '/hotel/api/session', headers: {}, body: null });
  return response?.status === 200 && response.body.data.hotel.public_id === hotelId;
}
