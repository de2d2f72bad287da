"use client";

import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { sessionQuery } from "@/lib/client/account";
import { AccountMenu } from "./account-menu";
import { MobileNavigation } from "./mobile-navigation";
import { PaletteButton } from "./palette-button";
import { ProjectName } from "./project-name";
import { ProjectNavigation } from "./project-navigation";
import { pageOf } from "./project-pages";
import { TopLine } from "./top-line";
import { useCurrentProject } from "./use-current-project";

/** The top line of every page but the workspace: the project, its pages, the palette, the account. */
export function PageTop({ pathname }: { pathname: string }) {
  const session = useQuery(sessionQuery());
  const project = useCurrentProject();
  const current = pageOf(pathname)?.segment;
  const end = (
    <>
      <PaletteButton project={project} />
      {session.data ? <AccountMenu user={session.data.user} /> : <Skeleton className="size-7 rounded-full" />}
    </>
  );
  return (
    <TopLine start={project && <MobileNavigation project={project} current={current} />} end={end}>
      {project && (
        <>
          <ProjectName project={project} />
          <ProjectNavigation project={project} current={current} />
        </>
      )}
    </TopLine>
  );
}
