"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Toaster } from "@/components/ui/toaster";
import { isWorkspace } from "./is-workspace";
import { PageTop } from "./page-top";
import { PaletteButton } from "./palette-button";
import { SignInAgain } from "./sign-in-again";
import { useCurrentProject } from "./use-current-project";

/** The frame around signed-in pages. The workspace draws its own top line and fills what the banner for an ended session leaves. */
export function PageFrame({ pathname, children }: { pathname: string; children: ReactNode }) {
  const inWorkspace = isWorkspace(pathname);
  return (
    <div className={inWorkspace ? "flex h-dvh flex-col" : undefined}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-card focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <SignInAgain inFlow={inWorkspace} />
      {inWorkspace ? (
        <WorkspacePalette />
      ) : (
        <div data-page-top className="contents print:hidden">
          <PageTop pathname={pathname} />
        </div>
      )}
      <main id="main" tabIndex={-1} className={cn("outline-none", inWorkspace && "min-h-0 grow overflow-y-auto")}>
        {children}
      </main>
      <Toaster />
    </div>
  );
}

function WorkspacePalette() {
  return <PaletteButton project={useCurrentProject()} hidden />;
}
