import { useEffect, useState } from 'react';
import type { SessionView } from '../../../src/api/hotel/hotel-api.ts';
import { callApi } from './api.ts';

export function HotelApp() {
  const [session, setSession] = useState<SessionView | null>(null);
  useEffect(() => {
    callApi<SessionView>('/session').then(setSession, () => setSession(null));
  }, []);
  return <main>{session?.hotel.name_ar}</main>;
}
