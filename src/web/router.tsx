import { Center, Loader } from '@mantine/core'
import { createElement, use, type ComponentType, type ReactNode } from 'react'
import { createBrowserRouter, matchRoutes, redirect, type RouteObject } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { rememberDestination, takeDestination } from './auth/destination.ts'
import { LoginScreen } from './auth/login-screen.tsx'
import { finishAtReturn, isSignedIn } from './auth/sign-in.ts'
import { SsoFailedScreen } from './auth/sso-failed-screen.tsx'
import { StaffShell } from './dashboard/staff-shell.tsx'
import { NoAccess } from './layout/no-access.tsx'
import { CHUNK_FAILED, StaffFailure } from './layout/staff-failure.tsx'
import { isOpenTo, PermissionsContext, type Place } from './layout/staff-places.ts'
import { errorMessage } from './ui/loaded.tsx'

const CHUNK_TIMEOUT = 120_000

export function openRouter(places: Place[]): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([areaOf('admin', places), areaOf('interviewer', places)])
}

/** Whether another screen is loading. Going to the next applicant doesn't count: it's the same screen. */
export function isLeavingScreen({ state, routes }: ReturnType<typeof openRouter>): boolean {
  const { location } = state.navigation
  return location !== undefined && matchRoutes(routes, location)?.at(-1)?.route.id !== state.matches.at(-1)?.route.id
}

/** An area's login, its screens behind the guard, and a redirect to the login for every other path. */
function areaOf(role: StaffRole, places: Place[]): RouteObject {
  return {
    path: `/${role}`,
    element: <StaffShell role={role} />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      {
        errorElement: <StaffFailure />,
        children: [
          ...(role === 'admin' ? [{ path: 'login/sso', loader: finishSso, element: <SsoFailedScreen /> }] : []),
          { path: 'login', loader: () => leaveWhenSignedIn(role), element: <LoginScreen role={role} key={role} /> },
          ...places.filter((place) => place.who === role).map(routeOf),
          { path: '*', loader: () => redirect(`/${role}/login`) },
          { index: true, loader: () => redirect(`/${role}/login`) },
        ],
      },
    ],
  }
}

function routeOf(place: Place): RouteObject {
  const { path, who, screen } = place
  return {
    path,
    loader: ({ request }) => guard(who, request),
    lazy: { Component: async () => openedTo(place, await inTime(screen())) },
  }
}

/** Shows the screen to people with access; everyone else sees one message instead of a screen full of errors. */
function openedTo(place: Place, Screen: ComponentType): ComponentType {
  return function Opened(): ReactNode {
    return createElement(isOpenTo(place, use(PermissionsContext)) ? Screen : NoAccess)
  }
}

async function guard(role: StaffRole, request: Request): Promise<Response | null> {
  if (await isSignedIn(role)) return null
  const { pathname, search } = new URL(request.url)
  rememberDestination(role, pathname + search)
  return redirect(`/${role}/login`)
}

/** Runs once, before anything is rendered, because the provider's response can be used only once. */
async function finishSso({ request }: { request: Request }): Promise<Response | string> {
  try {
    const role = await finishAtReturn(new URL(request.url).search)
    return redirect(takeDestination(role))
  } catch (failure) {
    return errorMessage(failure)
  }
}

async function leaveWhenSignedIn(role: StaffRole): Promise<Response | null> {
  return (await isSignedIn(role)) ? redirect(`/${role}/dashboard`) : null
}

function inTime(screen: Promise<ComponentType>): Promise<ComponentType> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(CHUNK_FAILED)), CHUNK_TIMEOUT))
  return Promise.race([screen, late])
}

function LoadingScreen() {
  return (
    <Center component="main" mih="60vh">
      <Loader aria-label="Loading" />
    </Center>
  )
}
