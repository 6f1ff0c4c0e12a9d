#!/usr/bin/env bash
# The disk image for macOS, after python deploy/app/build.py. Not run where it was written. Unsigned: the first start is by right click, Open.
set -euo pipefail
cd "$(dirname "$0")/../../build/app"
app="image/La Bella.app/Contents"
rm -rf image labella.dmg
mkdir -p "$app/MacOS" "$app/Resources"
cp -R labella "$app/Resources/labella"
cat > "$app/MacOS/La Bella" <<'SCRIPT'
#!/bin/bash
# A window of Terminal shows the address, and closing it stops the desk.
open -a Terminal "$(cd "$(dirname "$0")/../Resources/labella" && pwd)/labella"
SCRIPT
chmod +x "$app/MacOS/La Bella"
cat > "$app/Info.plist" <<'PLIST'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>CFBundleName</key><string>La Bella</string>
  <key>CFBundleIdentifier</key><string>org.labella.desk</string>
  <key>CFBundleExecutable</key><string>La Bella</string>
  <key>CFBundlePackageType</key><string>APPL</string>
  <key>LSMinimumSystemVersion</key><string>12.0</string>
</dict></plist>
PLIST
ln -s /Applications image/Applications
hdiutil create -volname "La Bella" -srcfolder image -format UDZO -ov labella.dmg
