type Listener = () => void;

let expired = false;
const listeners = new Set<Listener>();

function set(next: boolean): void {
  if (expired === next) return;
  expired = next;
  for (const listener of listeners) listener();
}

/** Whether a request was refused because nobody is signed in; the shell then asks to sign in again, in place. */
export const sessionExpiry = {
  get: () => expired,
  report: () => set(true),
  /** Signed in again: what was waiting may resume. */
  clear: () => set(false),
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
