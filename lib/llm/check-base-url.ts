import "server-only";
import { AppError } from "@/lib/domain/errors";
import { checkHost } from "./checked-fetch";

/**
 * Checks that this instance may call a model's base URL: the internet always, this machine and private networks only if the instance allows them.
 * Every address the name resolves to must pass; each connection checks again. Throws invalid_input naming the field.
 */
export const checkBaseUrl = (baseUrl: string): Promise<void> =>
  checkUrl(baseUrl, { field: "baseUrl", label: "Base URL", credentials: "Give the key as the API key." });

/** The same for the address of a webhook. */
export const checkWebhookUrl = (url: string): Promise<void> =>
  checkUrl(url, { field: "url", label: "Address", credentials: "The signature shows who sends." });

async function checkUrl(text: string, { field, label, credentials }: { field: string; label: string; credentials: string }): Promise<void> {
  const refuse = (message: string): never => {
    throw new AppError("invalid_input", `${label}: ${message}`, { details: { issues: [{ path: field, message }] } });
  };
  const url = URL.canParse(text) ? new URL(text) : refuse("This is not a URL.");
  if (url.protocol !== "http:" && url.protocol !== "https:") refuse("It must begin with http:// or https://.");
  if (url.username !== "" || url.password !== "") refuse(`It must not contain a user name or password. ${credentials}`);
  await checkHost(url.hostname).catch((error: unknown) => refuse(error instanceof AppError ? error.message : String(error)));
}
