import type { ReactNode } from "react";
import { cn } from "./cn";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, primary last. */
  actions?: ReactNode;
  className?: string;
}

/** A page's header: headline, description and actions. */
export function PageHeader({ title, description, actions, className }: PageHeaderProps) {
  return (
    <header className={cn("flex flex-wrap items-end justify-between gap-x-6 gap-y-4 base:pb-6", className)}>
      <div className="min-w-0 max-w-3xl">
        <h1 className="text-headline wrap-anywhere text-balance">{title}</h1>
        {description && <div className="mt-2 text-body text-soft">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** A page's body, at reading width with consistent margins. */
export function PageBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn("mx-auto w-full base:max-w-page px-4 py-8 sm:px-8", className)}>{children}</div>;
}
