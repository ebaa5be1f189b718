// The part of React Query that the frontends use; the shell shares one copy of it. A name that is not listed here does
// not compile.
export {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '#query';
export type { QueryKey, UseMutationOptions, UseMutationResult, UseQueryOptions, UseQueryResult } from '#query';
