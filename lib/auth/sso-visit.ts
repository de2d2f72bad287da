import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { SignOnProblem } from "@/lib/domain/sign-on-problems";

/** What the identity provider says about a person. */
export type Claims = Record<string, unknown> & { sub: string; iss: string };

/** One return from the identity provider: what the library's hooks learn on the way, for the code around it. */
export interface Visit {
  /** Who is signed in in this browser already. */
  currentUserId: string | null;
  claims: Claims | null;
  /** Why nobody is signed in where the library knows no reason: for the operator, and for the person where words help them. */
  refused: { reason: string; error?: SignOnProblem } | null;
  /** Where the person wanted to go. */
  next: string | null;
  /** Whether an identity is being connected to an account, an old or a new one. */
  connects: boolean;
  /** An account that was opened with a password until now and is connected without it: what that password opened has to end. */
  takenFromPassword: string | null;
}

export const visits = new AsyncLocalStorage<Visit>();
