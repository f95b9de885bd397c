// Reads and sets the cookies of the hotel page: the session and the known device.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '../../context.ts';
import { SESSION_DAYS } from '../../domain/staff/person.ts';
import { isHttps } from '../common/strict-transport.ts';

const DEVICE_DAYS = 365;

/**
 * Browsers refuse a cookie with the prefix `__Host-` unless it comes over https and from this host. A sandbox on the
 * machine of a developer uses http, so its cookies have no prefix.
 */
function cookieOf({ config }: Tokens, what: 'session' | 'device'): { name: string; attributes: string } {
  const common = 'Path=/; HttpOnly; SameSite=Strict';
  return isHttps(config.publicUrl)
    ? { name: `__Host-ihc_${what}`, attributes: `${common}; Secure` }
    : { name: `ihc_${what}`, attributes: common };
}

/** Returns the session token that the browser sends. Null: the browser has no session. */
export function readSessionToken(context: Tokens, request: FastifyRequest): string | null {
  return readCookie(request, cookieOf(context, 'session').name);
}

/** Returns the value that identifies the browser. Null: nobody has signed in with this browser. */
export function readDeviceCookie(context: Tokens, request: FastifyRequest): string | null {
  return readCookie(request, cookieOf(context, 'device').name);
}

function readCookie(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name && value !== undefined && value !== '') return value.trim();
  }
  return null;
}

export function setSessionCookie(context: Tokens, reply: FastifyReply, token: string): void {
  const { name, attributes } = cookieOf(context, 'session');
  reply.header('set-cookie', `${name}=${token}; ${attributes}; Max-Age=${SESSION_DAYS * 86_400}`);
}

/**
 * Sets the device cookie, which stays when the person signs out. This cookie shows that the account was used in this
 * browser. It does not sign the person in.
 */
export function setDeviceCookie(context: Tokens, reply: FastifyReply, device: string): void {
  const { name, attributes } = cookieOf(context, 'device');
  reply.header('set-cookie', `${name}=${device}; ${attributes}; Max-Age=${DEVICE_DAYS * 86_400}`);
}

export function clearSessionCookie(context: Tokens, reply: FastifyReply): void {
  const { name, attributes } = cookieOf(context, 'session');
  reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`);
}
