"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";

export const Dialog = Radix.Root;
export const DialogClose = Radix.Close;

interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, "title"> {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, primary last. */
  footer?: ReactNode;
  width?: "narrow" | "normal" | "wide";
  /** The body has no controls, so it takes the focus to be scrollable by keyboard. */
  reading?: boolean;
  /** False if the dialog requires an answer. */
  closable?: boolean;
}

const widths = { narrow: "sm:max-w-md", normal: "sm:max-w-xl", wide: "sm:max-w-4xl" } as const;

/** A dialog's window, with title, scrolling body and footer; on a phone it slides up from the bottom. */
export function DialogContent({
  title,
  description,
  footer,
  width = "normal",
  reading = false,
  closable = true,
  className,
  children,
  ...props
}: DialogContentProps) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-veil duration-100 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0" />
      <Radix.Content
        className={cn(
          "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-panel border bg-card outline-none duration-100 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[86dvh] sm:w-[calc(100%-4rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-panel",
          widths[width],
          className,
        )}
        {...(description === undefined && { "aria-describedby": undefined })}
        {...props}
      >
        <header className="flex items-start gap-3 border-b px-5 py-4">
          <div className="min-w-0 grow">
            <Radix.Title className="text-title">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-small text-soft">{description}</Radix.Description>}
          </div>
          {closable && (
            <Radix.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close" className="-mt-1 -mr-2">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          )}
        </header>
        <div className="min-h-0 grow overflow-y-auto px-5 py-4 focus-visible:outline-offset-[-2px]" tabIndex={reading ? 0 : undefined}>
          {children}
        </div>
        {footer && <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">{footer}</footer>}
      </Radix.Content>
    </Radix.Portal>
  );
}
