/** Whether a path is a sample's in the workspace, or leads to the next one. */
export const isWorkspace = (pathname: string): boolean => /^\/projects\/[^/]+\/annotate\/[^/]+/.test(pathname);
