import "server-only";
import { AppError } from "@/lib/domain/errors";
import { checkHost } from "./checked-fetch";

/**
 * Checks that this instance may call a model's base URL: the internet always, this machine and private networks only if the instance allows them.
 * Every address the name resolves to must pass; each connection checks again. Throws invalid_input naming the field.
 */
export async function checkBaseUrl(baseUrl: string): Promise<void> {
  const refuse = (message: string): never => {
    throw new AppError("invalid_input", `Base URL: ${message}`, { details: { issues: [{ path: "baseUrl", message }] } });
  };
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : refuse("This is not a URL.");
  if (url.protocol !== "http:" && url.protocol !== "https:") refuse("It must begin with http:// or https://.");
  if (url.username !== "" || url.password !== "") refuse("It must not contain a user name or password. Give the key as the API key.");
  await checkHost(url.hostname).catch((error: unknown) => refuse(error instanceof AppError ? error.message : String(error)));
}
