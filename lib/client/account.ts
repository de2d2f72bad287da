import { queryOptions } from "@tanstack/react-query";
import { readApiError, unreachable } from "./api-error";
import { sessionExpiry } from "./session-expiry";

/** The signed-in person, as the shell shows them. */
export interface SignedIn {
  user: { id: string; name: string; email: string; instanceAdmin: boolean; asksForCode: boolean };
  /** The session's id, as in the list of sessions. */
  sessionId: string;
}

/** Asks one of the addresses below /api/auth. Throws an ApiError. */
export async function send<T>(path: string, body?: Record<string, unknown>, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (!response.ok) throw await readApiError(response);
  return (await response.json()) as T;
}

interface RawSession {
  user: { id: string; name: string; email: string; role?: string | null; twoFactorEnabled?: boolean | null };
  session: { id: string };
}

/** This browser's session; null when nobody is signed in. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ["session"],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<SignedIn | null> => {
      const session = await send<RawSession | null>("/api/auth/get-session", undefined, signal);
      if (!session) return null;
      const { id, name, email, role, twoFactorEnabled } = session.user;
      return {
        user: { id, name, email, instanceAdmin: role === "admin", asksForCode: twoFactorEnabled === true },
        sessionId: session.session.id,
      };
    },
  });

/** Signs in and resumes requests that were waiting for a session. `codeNeeded`: the account asks for a code too; see `confirmCode`. */
export async function signIn(input: { email: string; password: string }): Promise<{ codeNeeded: boolean }> {
  const reply = await send<{ twoFactorRedirect?: boolean }>("/api/auth/sign-in/email", { ...input, rememberMe: true });
  if (reply.twoFactorRedirect) return { codeNeeded: true };
  sessionExpiry.signedIn();
  return { codeNeeded: false };
}

export const signOut = () => send("/api/auth/sign-out", {});

export const changeName = (name: string) => send("/api/auth/update-user", { name });

/** Changes the password, which ends the person's other sessions and revokes all their API keys. */
export const changePassword = (input: { currentPassword: string; newPassword: string }) => send("/api/auth/change-password", input);

/** The person a set-password link is for. The first administrator chooses name and address; an invited person chooses the name. */
export interface LinkHolder {
  email: string;
  name: string;
  purpose: "invitation" | "reset" | "first-admin";
}

export const linkHolderQuery = (token: string) =>
  queryOptions({
    queryKey: ["set-password-link", token],
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => send<LinkHolder>(`/api/auth/set-password?token=${encodeURIComponent(token)}`, undefined, signal),
  });

/** Redeems a set-password link and signs the person in, or says that their code is needed first. */
export async function redeemLink(input: {
  token: string;
  password: string;
  name?: string;
  email?: string;
}): Promise<{ codeNeeded: boolean }> {
  const { codeNeeded } = await send<{ codeNeeded: boolean }>("/api/auth/set-password", input);
  if (!codeNeeded) sessionExpiry.signedIn();
  return { codeNeeded };
}

/** Opens a participation link, which signs the person in; returns where their work begins. */
export async function takePart({
  token,
  ...body
}: {
  token: string;
  query: Record<string, string>;
  leaveAccount: boolean;
}): Promise<string> {
  return (await send<{ path: string }>(`/api/take-part/${encodeURIComponent(token)}`, body)).path;
}
