// The guest of a booking or a hold: name, telephone number and e-mail address.

export interface Guest {
  name: string;
  /** The telephone number in the format E.164. */
  phone: string;
  email: string | null;
}

export function isSameGuest(one: Guest, other: Guest): boolean {
  return one.name === other.name && one.phone === other.phone && one.email === other.email;
}
