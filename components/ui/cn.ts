import { type ClassValue, clsx } from "clsx";

/** Joins class names. No two of an element may conflict: what others may override carries `base:` (app/globals.css). */
export const cn = (...names: ClassValue[]): string => clsx(names);
