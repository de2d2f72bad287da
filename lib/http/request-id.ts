import "server-only";

/** The header that carries a request's id, in and out. */
export const requestIdHeader = "x-request-id";

/** Whether a caller's id may be used: letters, digits and a few signs, so that it cannot forge a line of the log. */
export const isRequestId = (given: string): boolean => /^[\w.:-]{8,128}$/.test(given);
