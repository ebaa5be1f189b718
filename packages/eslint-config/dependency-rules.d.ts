import type { ICruiseOptions, IForbiddenRuleType, IResolveOptions } from 'dependency-cruiser';

export const dependencyRules: readonly (IForbiddenRuleType & { readonly name: string })[];
export const cruiseOptions: ICruiseOptions;
export const resolveOptions: Partial<IResolveOptions>;
