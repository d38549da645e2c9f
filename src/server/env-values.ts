/** Parses `Careers recruiters=recruiter; HR audit=auditor`. The role follows the last equals sign, because group names may contain one, too. */
export function groupRoles(list: string): { group: string; role: string }[] {
  return list
    .split(';')
    .filter((rule) => rule.trim() !== '')
    .map((rule) => {
      const at = rule.lastIndexOf('=')
      return { group: rule.slice(0, at).trim(), role: rule.slice(at + 1).trim() }
    })
}

export function isSafeIssuer(address: string): boolean {
  return isHttps(address) || isLoopback(address)
}

export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname)
}

export function isHttps(address: string): boolean {
  return address.startsWith('https:')
}

export function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname)
}
