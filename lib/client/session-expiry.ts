type Listener = () => void;

let expired = false;
let signIns = 0;
const listeners = new Set<Listener>();

function set(next: boolean): void {
  if (expired === next) return;
  expired = next;
  for (const listener of listeners) listener();
}

function signedInAgain(): void {
  signIns += 1;
  set(false);
}

const signInChannel = () => new BroadcastChannel("redline.signed-in");

/** Whether a request was refused for lack of a session; the shell then asks to sign in again, in place. */
export const sessionExpiry = {
  get: () => expired,
  report: () => set(true),
  /** Signed in again: waiting work may resume. */
  clear: signedInAgain,
  /** How often that was. What is refused to a request that was sent before the last time was refused to the session before. */
  signIns: () => signIns,
  /** Reports a sign-in in this tab to the other ones. */
  signedIn: () => {
    signedInAgain();
    const otherTabs = signInChannel();
    otherTabs.postMessage(null);
    otherTabs.close();
  },
  /** Calls back after a sign-in in another tab. */
  onSignInElsewhere: (listener: Listener) => {
    const otherTabs = signInChannel();
    otherTabs.addEventListener("message", listener);
    return () => otherTabs.close();
  },
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
