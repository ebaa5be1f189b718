import { createContext, type Provider, useContext } from 'react';

/** A React context without a default: reading it outside of its provider throws. */
export function createRequiredContext<Value extends object>(
  name: string,
): readonly [Provider<Value | null>, () => Value] {
  const Context = createContext<Value | null>(null);
  const useRequired = (): Value => {
    const value = useContext(Context);
    if (value === null) throw new Error(`${name} was read outside of its provider.`);
    return value;
  };
  return [Context.Provider, useRequired];
}
