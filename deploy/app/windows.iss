; The installer for Windows: iscc deploy\app\windows.iss after python deploy\app\build.py. Not run where it was written.
#define Version "1.0.0rc1"
[Setup]
AppId={{6B1F6B1C-52C5-4B0E-9B6D-0B6B2E1D9A41}
AppName=La Bella
AppVersion={#Version}
AppPublisher=La Bella contributors
DefaultDirName={localappdata}\Programs\La Bella
DefaultGroupName=La Bella
PrivilegesRequired=lowest
DisableProgramGroupPage=yes
LicenseFile=..\..\LICENSE
OutputDir=..\..\build\app
OutputBaseFilename=labella-setup
Compression=lzma2/max
SolidCompression=yes
CloseApplications=yes
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
UninstallDisplayName=La Bella {#Version}

[Languages]
Name: "it"; MessagesFile: "compiler:Languages\Italian.isl"
Name: "en"; MessagesFile: "compiler:Default.isl"

[CustomMessages]
it.Hall=La Bella in sala (telefoni)
en.Hall=La Bella in the hall (phones)
it.Desktop=Icona sul desktop
en.Desktop=Icon on the desktop

[InstallDelete]
; An update leaves nothing of the release before it. The data lie elsewhere, in the person's AppData\Local\labella.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\build\app\labella\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Tasks]
Name: desktop; Description: "{cm:Desktop}"

[Icons]
Name: "{group}\La Bella"; Filename: "{app}\labella.exe"
Name: "{group}\{cm:Hall}"; Filename: "{app}\labella.exe"; Parameters: "--host 0.0.0.0"
Name: "{autodesktop}\La Bella"; Filename: "{app}\labella.exe"; Tasks: desktop
Name: "{autodesktop}\{cm:Hall}"; Filename: "{app}\labella.exe"; Parameters: "--host 0.0.0.0"; Tasks: desktop

[Run]
Filename: "{app}\labella.exe"; Description: "La Bella"; Flags: nowait postinstall skipifsilent
