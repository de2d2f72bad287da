type Listener = () => void;

let expired = false;
const listeners = new Set<Listener>();

function set(next: boolean): void {
  if (expired === next) return;
  expired = next;
  for (const listener of listeners) listener();
}

/** Whether a request was refused for lack of a session; the shell then asks to sign in again, in place. */
export const sessionExpiry = {
  get: () => expired,
  report: () => set(true),
  /** Signed in again: waiting work may resume. */
  clear: () => set(false),
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
