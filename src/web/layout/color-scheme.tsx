import { ActionIcon, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconMoon, IconScreen, IconSun } from '#web/ui/staff-icons.tsx'

const SCHEMES: Record<MantineColorScheme, [string, typeof IconSun]> = {
  light: ['Light', IconSun],
  dark: ['Dark', IconMoon],
  auto: ['Match system', IconScreen],
}

/** Light, dark or the system's setting; stored in this browser. */
export function ColorScheme(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [, Now] = SCHEMES[colorScheme]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="Appearance">
          <Now size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {Object.entries(SCHEMES).map(([scheme, [name]]) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
