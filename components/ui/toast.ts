/** A short notice that disappears by itself. */
export interface Notice {
  tone: "message" | "success" | "info" | "error";
  text: string;
}

const waiting: Notice[] = [];
const listeners = new Set<() => void>();
let last: Notice | null = null;

function say(tone: Notice["tone"], text: string): void {
  last = { tone, text };
  waiting.push(last);
  for (const listener of listeners) listener();
}

/** Shows a notice at the foot of the page. */
export const toast = Object.assign((text: string) => say("message", text), {
  success: (text: string) => say("success", text),
  info: (text: string) => say("info", text),
  error: (text: string) => say("error", text),
});

/** State for the toaster: whether there has been a notice, the last one, and those not yet shown. */
export const notices = {
  wanted: () => last !== null,
  last: () => last,
  take: () => waiting.splice(0),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
