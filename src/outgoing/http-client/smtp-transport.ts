/** A module of its own, so that only a process that sends mail loads the library. */
export { createTransport } from 'nodemailer';
