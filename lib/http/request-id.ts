import "server-only";

/** The header that carries a request's id, in and out. */
export const requestIdHeader = "x-request-id";

const forms = [
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, // UUID
  /^(?:[\da-f]{16}|[\da-f]{32})$/i, // as nginx and tracers make them
  /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/i, // traceparent
  /^[0-7][\dA-HJKMNP-TV-Z]{25}$/i, // ULID
];

/** Whether a caller's id may be used and logged: only what machines make as ids, so that it can hold no words. */
export const isRequestId = (given: string): boolean => forms.some((form) => form.test(given));
