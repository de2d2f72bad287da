import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/** What the identity provider says about a person. */
export type Claims = Record<string, unknown> & { sub: string; iss: string };

/** One return from the identity provider: what the library's hooks learn on the way, for the code around it. */
export interface Visit {
  /** Who is signed in in this browser already. */
  currentUserId: string | null;
  claims: Claims | null;
  /** Whether an identity is being connected to an account, an old or a new one. */
  connects: boolean;
  /** An account that was opened with a password until now and is connected without it: what that password opened has to end. */
  takenFromPassword: string | null;
}

export const visits = new AsyncLocalStorage<Visit>();
