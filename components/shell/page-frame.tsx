"use client";

import type { ReactNode } from "react";
import { Toaster } from "@/components/ui/toaster";
import { PageTop } from "./page-top";
import { PaletteButton } from "./palette-button";
import { SignInAgain } from "./sign-in-again";
import { useCurrentProject } from "./use-current-project";

const isWorkspace = (pathname: string) => /^\/projects\/[^/]+\/annotate\/[^/]+/.test(pathname);

/** The frame around signed-in pages. The workspace draws its own top line. */
export function PageFrame({ pathname, children }: { pathname: string; children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-card focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      {isWorkspace(pathname) ? <WorkspacePalette /> : <PageTop pathname={pathname} />}
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SignInAgain />
      <Toaster />
    </>
  );
}

function WorkspacePalette() {
  return <PaletteButton project={useCurrentProject()} hidden />;
}
