import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";

const version = "v1";
const encryptionKey = () => Buffer.from(hkdfSync("sha256", env().REDLINE_SECRET, "", "redline judge api key", 32));

/** A judge's API key for storing: AES-256-GCM under REDLINE_SECRET. Bound to the judge's project, so that it opens nowhere else. */
export function encryptKey(apiKey: string, projectId: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey(), iv).setAAD(Buffer.from(projectId));
  const sealed = Buffer.concat([cipher.update(apiKey, "utf8"), cipher.final()]);
  return [version, iv.toString("base64url"), cipher.getAuthTag().toString("base64url"), sealed.toString("base64url")].join(".");
}

/** The key again. Throws unavailable when it was stored under another secret or was changed. */
export function decryptKey(stored: string, projectId: string): string {
  const [given, iv, tag, sealed] = stored.split(".");
  try {
    if (given !== version || !iv || !tag || sealed === undefined) throw new Error("not in the form of a stored key");
    const decipher = createDecipheriv("aes-256-gcm", encryptionKey(), Buffer.from(iv, "base64url"), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(projectId)).setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(sealed, "base64url")), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new AppError(
      "unavailable",
      "The judge's key cannot be opened: REDLINE_SECRET is not the one it was stored under. Enter the key again.",
      {
        cause,
      },
    );
  }
}
