"use client";

import { Button, type ButtonProps } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { type Command, type Desk, keyCap } from "./commands";

interface CommandButtonProps extends Pick<ButtonProps, "variant" | "size" | "className"> {
  command: Command;
  desk: Desk;
  pressed?: boolean;
}

/** A key in `aria-keyshortcuts` notation. */
export const ariaKeys = (keys: readonly string[]) =>
  keys.map((key) => key.replace(/\+([a-z])$/, (_, letter: string) => `+${letter.toUpperCase()}`)).join(" ");

/** A button for a command, showing its key. */
export function CommandButton({ command, desk, pressed, className, variant = "secondary", size = "small" }: CommandButtonProps) {
  const key = command.keys[0];
  return (
    <Button
      variant={pressed ? "pressed" : variant}
      size={size}
      disabled={!command.available(desk)}
      aria-pressed={pressed}
      aria-keyshortcuts={ariaKeys(command.keys)}
      onClick={() => void command.perform(desk, key ?? "")}
      className={className}
    >
      {command.nameNow?.(desk) ?? command.name}
      {key && <Kbd className={variant === "primary" ? "border-current bg-transparent text-current" : undefined}>{keyCap(key)}</Kbd>}
    </Button>
  );
}
