"use client";

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";

interface OnDemandOptions {
  /** What is drawn until the code is there. */
  waiting?: ReactNode;
  /** What is drawn where the code could not be fetched. */
  missing?: ReactNode;
  /** Called where it could not be fetched: offline, or a newer release is being served. It is fetched again the next time it is shown. */
  onMissing?: () => void;
}

/**
 * A component whose code is fetched when it is first shown, or earlier by `prepare`. Unlike with React's `lazy`, code that cannot be fetched
 * takes nothing down with it: the page and what is typed on it stay.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  const fetchCode = async () => {
    loaded ??= await load();
    return loaded;
  };
  function OnDemand({ waiting = null, missing = null, onMissing, ...props }: OnDemandOptions & P) {
    const [part, setPart] = useState<{ Component: ComponentType<P> | null } | null>(() => loaded && { Component: loaded });
    const tellMissing = useEffectEvent(() => onMissing?.());
    useEffect(() => {
      let shown = true;
      fetchCode().then(
        (Component) => shown && setPart({ Component }),
        () => {
          if (!shown) return;
          setPart({ Component: null });
          tellMissing();
        },
      );
      return () => {
        shown = false;
      };
    }, []);
    if (part === null) return waiting;
    return part.Component === null ? missing : <part.Component {...(props as unknown as P)} />;
  }
  /** Fetches the code beforehand; a failure is met when it is shown. */
  const prepare = () => void fetchCode().catch(() => undefined);
  return Object.assign(OnDemand, { prepare });
}
