import { useCallback, useEffect } from 'react';
import type { Credentials } from '../api/keys.ts';
import { send } from '../api/request.ts';
import type { Data } from './state/session.ts';
import { dispatch } from './state/store.ts';

/** Loads the options of the select fields: hotels when there are credentials, rooms and plans when a hotel is chosen. */
export function useCatalogue(credentials: Credentials | null, hotelId: string) {
  const get = useCallback(
    async (path: string): Promise<Data> => {
      if (credentials === null) return null;
      const headers = { 'X-Client-Id': credentials.clientId, 'X-Api-Key': credentials.apiKey };
      const response = await send({ method: 'GET', path, headers, body: null });
      return response?.status === 200 ? response.body.data : null;
    },
    [credentials],
  );
  useEffect(() => {
    get('/v1/hotels').then((hotels) => hotels && dispatch({ kind: 'hotels', hotels }));
  }, [get]);
  useEffect(() => {
    if (hotelId === '') return;
    const query = `hotelId=${encodeURIComponent(hotelId)}`;
    Promise.all([get(`/v1/room-types?${query}`), get(`/v1/rates?${query}`)]).then(
      ([roomTypes, ratePlans]) =>
        roomTypes && ratePlans && dispatch({ kind: 'rooms', hotelId, roomTypes, ratePlans }),
    );
  }, [hotelId, get]);
  return get;
}
