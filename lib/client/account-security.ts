import { queryOptions } from "@tanstack/react-query";
import { send } from "./account";
import { sessionExpiry } from "./session-expiry";

/** How people may sign in here. `singleSignOn`: what their organisation's sign-in is called. */
export interface SignInWays {
  password: boolean;
  passkey: "alone" | "with-password" | "off";
  singleSignOn: string | null;
}

export const signInWaysQuery = () =>
  queryOptions({
    queryKey: ["sign-in-ways"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => send<SignInWays>("/api/auth/sign-in-ways", undefined, signal),
  });

/** Goes to the organisation's sign-in, which leads back to `next`. */
export async function goToSignOn(next: string): Promise<void> {
  window.location.assign((await send<{ url: string }>("/api/auth/sign-in/sso", { next })).url);
}

/** Goes to the organisation's sign-in to connect it to the account that is signed in. */
export async function connectSignOn(): Promise<void> {
  window.location.assign((await send<{ url: string }>("/api/auth/connect/sso", {})).url);
}

/** What the account is opened with: "credential" is a password, "sso" the organisation's sign-in. */
export const identitiesQuery = () =>
  queryOptions({
    queryKey: ["identities"],
    queryFn: ({ signal }) => send<{ id: string; providerId: string }[]>("/api/auth/list-accounts", undefined, signal),
  });

/** One browser in which the person is signed in. */
export interface OwnSession {
  id: string;
  token: string;
  createdAt: string;
  updatedAt: string;
  userAgent?: string | null;
  ipAddress?: string | null;
}

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => send<OwnSession[]>("/api/auth/list-sessions", undefined, signal),
  });

export const endSession = ({ token }: OwnSession) => send("/api/auth/revoke-session", { token });

/** Ends every session, this browser's too. */
export const endAllSessions = () => send("/api/auth/revoke-sessions", {});

/** The second step of signing in: a code of the authenticator app, or a backup code, which works once. */
export async function confirmCode({ code, backup }: { code: string; backup: boolean }): Promise<void> {
  await send(`/api/auth/two-factor/${backup ? "verify-backup-code" : "verify-totp"}`, { code });
  sessionExpiry.signedIn();
}

/** Begins asking for codes: what the authenticator app needs, and the backup codes. In force once a code has been confirmed. */
export const beginCodes = (password: string) =>
  send<{ totpURI: string; backupCodes: string[] }>("/api/auth/two-factor/enable", { password });

export const confirmFirstCode = (code: string) => send("/api/auth/two-factor/verify-totp", { code });

export const endCodes = (password: string) => send("/api/auth/two-factor/disable", { password });

/** New backup codes; the old ones end. */
export const renewBackupCodes = (password: string) =>
  send<{ backupCodes: string[] }>("/api/auth/two-factor/generate-backup-codes", { password });
