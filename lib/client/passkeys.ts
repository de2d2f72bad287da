import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { queryOptions } from "@tanstack/react-query";
import { send } from "./account";
import { sessionExpiry } from "./session-expiry";

/** A passkey of the person who is signed in. */
export interface Passkey {
  id: string;
  name?: string | null;
  createdAt?: string | null;
}

export const passkeysQuery = () =>
  queryOptions({
    queryKey: ["passkeys"],
    queryFn: ({ signal }) => send<Passkey[]>("/api/auth/passkey/list-user-passkeys", undefined, signal),
  });

/** Why this browser can use no passkey here; null if it can. */
export function passkeyObstacle(): string | null {
  if (!("PublicKeyCredential" in window)) return "This browser knows no passkeys, or the page was not opened over HTTPS.";
  if (/^[\d.]+$|:/.test(window.location.hostname)) return "Passkeys belong to a name: open Redline by its name instead of a number.";
  return null;
}

/** Asks the browser for a new passkey and stores it under a name. Throws an Error with words for the person. */
export async function addPasskey({ name, password }: { name: string; password: string }): Promise<void> {
  const optionsJSON = await send<PublicKeyCredentialCreationOptionsJSON>("/api/auth/passkey/begin", { password });
  const response = await asked(({ startRegistration }) => startRegistration({ optionsJSON }));
  await send("/api/auth/passkey/verify-registration", { response, name });
}

export const renamePasskey = (given: { id: string; name: string }) => send("/api/auth/passkey/update-passkey", given);

export const removePasskey = ({ id }: Pick<Passkey, "id">) => send("/api/auth/passkey/delete-passkey", { id });

/** A passkey's answer, with which `signInWithPasskey` signs in. */
export type PasskeyAnswer = AuthenticationResponseJSON;

/** Asks the browser for one of the person's passkeys. Throws an Error with words for the person. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>("/api/auth/passkey/challenge", {});
  return asked(({ startAuthentication }) => startAuthentication({ optionsJSON: { ...options, userVerification: "required" } }));
}

/** Signs in with a passkey's answer, with the password where the installation asks for it too. */
export async function signInWithPasskey(response: PasskeyAnswer, password?: string): Promise<void> {
  await send("/api/auth/passkey/verify-authentication", { response, ...(password !== undefined && { password }) });
  sessionExpiry.signedIn();
}

/** The library that speaks to the browser, loaded by those who use a passkey alone. */
type Library = typeof import("@simplewebauthn/browser");

async function asked<T>(ceremony: (library: Library) => Promise<T>): Promise<T> {
  try {
    return await ceremony(await import("@simplewebauthn/browser"));
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : "";
    const words: Record<string, string> = {
      NotAllowedError: "The browser used no passkey: it was cancelled, took too long, or there is none for Redline.",
      InvalidStateError: "This device has a passkey for your account already.",
      SecurityError: "The browser allows no passkeys at this address.",
    };
    throw new Error(words[name] ?? "The passkey did not work.", { cause });
  }
}
