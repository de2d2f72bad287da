"use client";

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { toast } from "./toast";

interface OnDemandOptions {
  /** Shown until the code has loaded. */
  waiting?: ReactNode;
  /** Shown if the code could not be fetched. */
  missing?: ReactNode;
  /** Called if the fetch failed: offline, or a newer release has been deployed. The next time it is shown, it is fetched again. */
  onMissing?: () => void;
}

/**
 * A component whose code is fetched when it is first shown, or earlier by `prepare`. Unlike with React's `lazy`, a failed fetch does not
 * break the page: it and any typed text stay.
 */
export function onDemand<P extends object>(fetchComponent: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  const fetchCode = async () => {
    loaded ??= await fetchComponent();
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
  /** Prefetches the code; a failure surfaces when it is shown. */
  const prepare = () => void fetchCode().catch(() => undefined);
  /** Fetches the code and resolves once the component can be drawn; rejects if it cannot be fetched. */
  const load = async () => void (await fetchCode());
  return Object.assign(OnDemand, { prepare, load });
}

/** For a dialog's `onMissing`: closes it and says why it does not open. */
export const closeUnopened = (close: () => void) => () => {
  close();
  toast.error("This cannot be opened without a connection.");
};

/** The same shape for a component whose code is already there. */
export function atOnce<P extends object>(Component: ComponentType<P>) {
  const AtOnce = ({ waiting: _, missing: __, onMissing: ___, ...props }: OnDemandOptions & P) => <Component {...(props as unknown as P)} />;
  return Object.assign(AtOnce, { prepare: () => undefined, load: async () => undefined });
}
