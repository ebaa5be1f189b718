// The part of react-router that the house uses, shared once by the shell. An unlisted name is a compile error
// everywhere.
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Outlet,
  matchPath,
  useHref,
  useLocation,
  useNavigate,
  useParams,
  useRoutes,
  useSearchParams,
  UNSAFE_NavigationContext,
} from '#router';
export type { LinkProps, Location, NavigateFunction, NavLinkProps, RouteObject, To } from '#router';
