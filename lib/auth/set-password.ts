import "server-only";
import { hashPassword } from "better-auth/crypto";
import { setPassword as storePassword } from "@/lib/db/accounts";
import { AppError } from "@/lib/domain/errors";
import { maxPasswordLength, minPasswordLength } from "./auth";

/** Throws invalid_input, naming the field, for a password that is too short or too long. */
export function demandGoodPassword(password: string): void {
  const problem =
    password.length < minPasswordLength
      ? `A password needs at least ${minPasswordLength} characters.`
      : password.length > maxPasswordLength
        ? `A password has at most ${maxPasswordLength} characters.`
        : null;
  if (problem !== null) throw new AppError("invalid_input", problem, { details: { issues: [{ path: "password", message: problem }] } });
}

/** Sets a user's password and ends their sessions. With `tokenHash`, only if that link is still valid; returns false if it is not. */
export async function setPassword(input: {
  userId: string;
  password: string;
  tokenHash?: string;
  name?: string | undefined;
  email?: string | undefined;
}): Promise<boolean> {
  demandGoodPassword(input.password);
  const { password, ...rest } = input;
  return storePassword({ ...rest, passwordHash: await hashPassword(password) });
}
