/**
 * The service cannot start, for a reason that an operator can fix: a setting, a port, a folder or a database. The
 * message is one line that names the problem. main.ts prints it and exits without a stack trace.
 */
export class StartRefused extends Error {}
