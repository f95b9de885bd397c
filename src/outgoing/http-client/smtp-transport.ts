/** This import is in a separate module, so that only a process that sends mail loads the library. */
export { createTransport } from 'nodemailer';
