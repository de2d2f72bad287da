import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

interface PanelProps extends Omit<ComponentProps<"section">, "title"> {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
}

/** A bordered section of a page that answers one question. */
export function Panel({ title, description, actions, footer, className, children, ...props }: PanelProps) {
  return (
    <section
      data-panel={typeof title === "string" ? title : undefined}
      className={cn("flex flex-col rounded-panel border bg-card", className)}
      {...props}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4">
          <div className="min-w-0 flex-1 basis-60">
            {title && <h2 className="text-title">{title}</h2>}
            {description && <div className="mt-0.5 text-small text-soft">{description}</div>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className="min-w-0 grow px-5 py-4">{children}</div>
      {footer && <footer className="border-t px-5 py-3 text-small text-soft">{footer}</footer>}
    </section>
  );
}
