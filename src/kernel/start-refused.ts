/**
 * Thrown when the service cannot start for a reason that an operator can fix: a setting, a port, a folder or a
 * database. The message is one line that names the problem. main.ts prints this line without a stack trace and exits.
 */
export class StartRefused extends Error {}
