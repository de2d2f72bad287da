import "server-only";
import { InvalidArgumentError } from "commander";

/** The number given to an option; anything else is bad usage. */
export function readNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) throw new InvalidArgumentError("it is not a number");
  return number;
}

/** The same for a whole number from 1. */
export function readCount(value: string): number {
  const number = readNumber(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("it is not a whole number of at least 1");
  return number;
}
