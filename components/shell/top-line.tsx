import type { ReactNode } from "react";
import { Logo } from "./logo";

interface TopLineProps {
  /** After the logo: the current location. */
  children?: ReactNode;
  /** At the far end. */
  end?: ReactNode;
  start?: ReactNode;
}

/** The line at the top of every page. */
export function TopLine({ start, children, end }: TopLineProps) {
  return (
    <header className="sticky top-0 z-30 border-b bg-card print:hidden">
      <div className="flex h-12 items-center gap-4 px-3 sm:px-5">
        {start}
        <Logo />
        <div className="flex min-w-0 grow items-center gap-4">{children}</div>
        <div className="flex shrink-0 items-center gap-2">{end}</div>
      </div>
    </header>
  );
}
