import "server-only";

// On globalThis, because the server bundles its start-up code and its routes apart, each with module state of its own.
const held = globalThis as unknown as { redlineShutdown?: AbortController };

function controller(): AbortController {
  held.redlineShutdown ??= new AbortController();
  return held.redlineShutdown;
}

/** Aborts when the server is asked to end. Streams listen to it: an open one would keep the process alive. */
const shutdownSignal = (): AbortSignal => controller().signal;

/** Ends all streams. */
export const beginShutdown = (): void => controller().abort();

/** Ends with the client's connection or with the server, whichever comes first. */
export const streamSignal = (request: Request): AbortSignal => AbortSignal.any([request.signal, shutdownSignal()]);
